/*
 * The entry for Node: files of the package are read from disk, because Node's fetch does not take file: addresses.
 */
import { readFile } from "node:fs/promises";
import { setReader } from "./files.js";

setReader((address) => readFile(address));

export * from "./index.js";
