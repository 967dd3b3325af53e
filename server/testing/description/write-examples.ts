// Calls every operation of the API and writes what was asked and answered, masked, into the file from which `/openapi.json` takes its
// examples; and beside it what limits each of them.
import { writeFileSync } from 'node:fs'
import { examplesFile, rateLimitsFile } from '@bollard/api-reference'
import { chooseExamples } from './choose-examples.ts'
import { limitsOfCalls } from './limits-of-calls.ts'
import { operations, performAll } from './perform-all.ts'

writeFileSync(rateLimitsFile, `${JSON.stringify(limitsOfCalls(), null, 2)}\n`)
const examples = chooseExamples(await performAll())
writeFileSync(examplesFile, `${JSON.stringify(examples, null, 2)}\n`)
const missing = operations.filter(({ id }) => !(id in examples))
console.log(`${Object.keys(examples).length} of ${operations.length} operations have an example.`)
if (missing.length > 0) throw new Error(`Nobody calls ${missing.map(({ id }) => id).join(', ')} with success.`)
