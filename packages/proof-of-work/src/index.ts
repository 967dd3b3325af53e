export { sealVerdicts } from './seal-verdicts.ts'
export { type Puzzle, readChallenge } from './challenge.ts'
export { createSolver, type Solver, type Stretch } from './solver.ts'
export { encodeSolution, solveChallenge, solveIndices, type SolveOptions } from './solve-challenge.ts'
