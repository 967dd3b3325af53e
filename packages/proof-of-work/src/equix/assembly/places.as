// Where things lie in memory. What the compiler places itself lies from 1024 to 4096; ../programs.ts repeats what scripts
// read and write.

/** The seed, up to 128 bytes, filled up with zeros. */
export const message: usize = 0
/** BLAKE2b's state, 64 bytes; at the end the key of the program, then the key of the registers, 32 bytes each. */
export const keys: usize = 128
/** What BLAKE2b works on, 128 bytes. */
export const scratch: usize = 192
/** The eight registers while a program is interpreted; while it is generated, who wrote each last (generate.as). */
export const registers: usize = 320
/** The solution to be judged: eight positions of 16 bits each. */
export const solution: usize = 512
/** 512 instructions of 8 bytes: operation, destination, source, nothing, and the constant as 32 bits. */
export const program: usize = 0x1000
/** The program as a WebAssembly module. */
export const code: usize = 0x2000
/** The registers of 256 inputs, 64 bytes each. */
export const batch: usize = 0x8000
/** The hashes of all inputs, 8 bytes each, and all that `find` needs. */
export const hashes: usize = 0x10000
