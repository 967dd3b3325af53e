// Runs the cases of BOLLARD_CASES with the package as it is published, and prints what the client did; `require` loads its other build.
import { createRequire } from 'node:module'

const { BollardConfigurationError, createBollard } =
  process.argv[2] === 'require' ? createRequire(import.meta.url)('@bollard/node') : await import('@bollard/node')

const prepared = await (await fetch(process.env.BOLLARD_CASES)).json()
const cases = {}
for (const { id, options, token, call } of prepared.cases) {
  const { reasons: _, ...verdict } = await createBollard(options).verify(token, call)
  cases[id] = verdict
}
const configurations = Object.fromEntries(prepared.configurations.map(({ id, options }) => [id, faultOf(options)]))
console.log(JSON.stringify({ cases, configurations }))

function faultOf(options) {
  try {
    createBollard(options)
    return null
  } catch (error) {
    return error instanceof BollardConfigurationError ? error.code : String(error)
  }
}
