// Calls every operation of the API and writes what was asked and answered, masked, into the file from which `/openapi.json` takes its examples.
import { writeFileSync } from 'node:fs'
import { examplesFile } from '../../api/description-examples.ts'
import { chooseExamples } from './choose-examples.ts'
import { operations, performAll } from './perform-all.ts'

const examples = chooseExamples(await performAll())
writeFileSync(examplesFile, `${JSON.stringify(examples, null, 2)}\n`)
const missing = operations.filter(({ id }) => !(id in examples))
console.log(`${Object.keys(examples).length} of ${operations.length} operations have an example.`)
if (missing.length > 0) throw new Error(`Nobody calls ${missing.map(({ id }) => id).join(', ')} with success.`)
