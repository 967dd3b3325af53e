export { exampleProblem } from './example-problem.ts'
export { faultsOfPage } from './faults-of-page.ts'
export { layer, type Layer, type PageState } from './page-state.ts'
