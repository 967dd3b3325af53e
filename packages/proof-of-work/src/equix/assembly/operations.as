// The operations of a program. The first eight are numbered as three random bits choose them (rule 5.3, 1).
export const rotate: i32 = 0
export const xorConstant: i32 = 1
export const addConstant: i32 = 2
export const subtract: i32 = 4
export const xor: i32 = 5
export const addShifted: i32 = 7
export const multiply: i32 = 8
export const highSigned: i32 = 9
export const highUnsigned: i32 = 10
export const target: i32 = 11
export const branch: i32 = 12
