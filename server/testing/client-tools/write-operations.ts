import { writeFileSync } from 'node:fs'
import { describeOperations } from './describe-operations.ts'

/** What the published command line knows of the contracts; the file is a part of the package. */
export const operationsFile = new URL('../../../client/cli/src/operations/operations.json', import.meta.url)

/** One operation a line, so that a change of the contracts is a change of few lines. */
export function operationsText(): string {
  return `[\n${describeOperations()
    .map((operation) => JSON.stringify(operation))
    .join(',\n')}\n]\n`
}

if (import.meta.main) writeFileSync(operationsFile, operationsText())
