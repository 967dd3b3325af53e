import type { FolderCoverage } from './measure-coverage.ts'

/** What the build has measured; see `vite.config.ts`. */
export function readCoverage(): FolderCoverage[] {
  return JSON.parse(import.meta.env.COVERAGE) as FolderCoverage[]
}
