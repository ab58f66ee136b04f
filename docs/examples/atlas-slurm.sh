#!/bin/sh
#SBATCH --job-name=atlas --array=1-64 --cpus-per-task=1 --mem=600M --requeue --time=12:00:00
# Workers of the atlas on all machines of a Slurm cluster: docs/guide/atlas.md
exec carom atlas --edition 1999 --store postgresql://carom@database/atlas --threads 1
