#!/usr/bin/env python3
"""An array of Slurm jobs, as in docs/examples/atlas-slurm.sh, works on one results store in PostgreSQL. Speaks TAP. Run by with-postgres and with-slurm.

slurm.py CAROM
"""
import glob
import os
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../support"))
import tap

CAROM = os.path.abspath(sys.argv[1])
DATABASE = os.environ["CAROM_TEST_POSTGRES"]
BOARD = "10x9-wQAC-tRma1.Gsc3.Bgd4.Ymi9.Vf2.Rsh8.Bmj1.Gpe7"
JOBS = 8
TASKS = 3


def test_an_array_shares_the_work():
    with tempfile.TemporaryDirectory() as folder:
        script = f"exec {CAROM} atlas {BOARD} --store {DATABASE} --threads 1 > /dev/null"
        done = subprocess.run(["sbatch", "--wait", f"--array=1-{TASKS}", "--output", folder + "/%a.txt", "--wrap", script],
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=300, check=False, cwd=folder, text=True)
        said = {name: open(name, encoding="utf-8").read().splitlines() for name in glob.glob(folder + "/*.txt")}
        assert done.returncode == 0 and len(said) == TASKS, (done.stdout, said)
        finished = [line.split(":")[0] for lines in said.values() for line in lines if "done)" in line]
        assert len(finished) == len(set(finished)) == JOBS, finished
        exported = subprocess.run([CAROM, "atlas", "--store", DATABASE, "--export", "-"], stdout=subprocess.PIPE, check=True,
                                  text=True).stdout
        assert len(exported.splitlines()) == 1 + JOBS


tap.run(globals())
