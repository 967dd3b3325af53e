export { sealVerdicts } from './seal-verdicts.ts'
export { type Algorithm, type Puzzle, readChallenge } from './challenge.ts'
export { createSolver, type Solver, type Stretch } from './solver.ts'
export { encodeSolution, type Proof, solveChallenge, solveIndices, type SolveOptions } from './solve-challenge.ts'
