import { readFileSync } from 'node:fs'
import type { OperationExample } from '@bollard/http'

/** Written by `npm run examples`, which calls every operation. */
export const examplesFile = new URL('./description-examples.json', import.meta.url)

/** One example of each operation by its id, for `/openapi.json`. */
export function readExamples(): Readonly<Record<string, OperationExample>> {
  return JSON.parse(readFileSync(examplesFile, 'utf8')) as Readonly<Record<string, OperationExample>>
}
