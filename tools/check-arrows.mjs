/** Holds the imports of all workspaces against the arrows of ARCHITECTURE.md. Ends with 1 when one is broken. */
import { cruise } from 'dependency-cruiser'
import config from './arrows.mjs'

const { output } = await cruise(['packages', 'services', 'client', 'sites', 'server', 'benchmarks', 'e2e'], {
  ...config.options,
  ruleSet: { forbidden: config.forbidden },
  validate: true,
})
const { totalCruised, violations } = output.summary
// A cruise that sees nothing finds nothing: that is how it fails without its parser.
if (totalCruised < 300) throw new Error(`Only ${totalCruised} modules were seen; the parser is missing`)
for (const { rule, from, to, cycle } of violations)
  console.error(`${rule.name}: ${from} → ${cycle ? cycle.map(({ name }) => name).join(' → ') : to}`)
console.log(`${totalCruised} modules, ${violations.length} violations`)
process.exit(violations.length === 0 ? 0 : 1)
