/*
 * Which of the two modules an engine can run: with SIMD, or the plain one.
 */

/* The smallest module with SIMD: a function that makes a vector of zeros and drops it. */
const SIMD = [0, 97, 115, 109, 1, 0, 0, 0, 1, 4, 1, 96, 0, 0, 3, 2, 1, 0, 10, 9, 1, 7, 0, 65, 0, 253, 15, 26, 11];

export const hasSimd = () => WebAssembly.validate(new Uint8Array(SIMD));
