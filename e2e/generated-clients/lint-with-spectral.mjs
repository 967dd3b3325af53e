/** Holds a description in OpenAPI against the recommended rules of Spectral: prints what breaks them, and ends with 1 then. */
import { readFileSync } from 'node:fs'
import spectral from '@stoplight/spectral-core'
import rulesets from '@stoplight/spectral-rulesets'

const [file] = process.argv.slice(2)
const linter = new spectral.Spectral()
linter.setRuleset({
  extends: [[rulesets.oas, 'recommended']],
  rules: {
    // A summary says what a call does; a description says who may, and is left out where everybody may.
    'operation-description': 'off',
    // Redocly has read the examples, in a fraction of the time.
    'oas3-valid-media-example': 'off',
    'oas3-valid-schema-example': 'off',
  },
})
const findings = await linter.run(JSON.parse(readFileSync(file, 'utf8')))
for (const { code, path, message } of findings) console.error(`${code} ${path.join('/')}: ${message}`)
process.exitCode = findings.length === 0 ? 0 : 1
