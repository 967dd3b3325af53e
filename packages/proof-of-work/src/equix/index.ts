export { createEquixSolver, type EquixSolver } from './create-equix-solver.ts'
export { encodeEquixProofs } from './equix-proof.ts'
export { type EquixOptions, solveEquixIndices } from './solve-equix-indices.ts'
