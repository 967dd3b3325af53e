/** Holds the imports of all workspaces against the arrows of ARCHITECTURE.md, and looks for folders that need each other. Ends with 1 when an arrow is broken. */
import { cruise } from 'dependency-cruiser'
import config, { areasWithFolderCycles } from './arrows.mjs'
import { findCycles, findFolderCycles } from './folder-cycles.mjs'

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

// Likewise: a search that overlooks a cycle finds none.
const control = new Map([
  ['a', new Set(['b'])],
  ['b', new Set(['c'])],
  ['c', new Set(['b'])],
])
if (String(findCycles(control)) !== 'b,c') throw new Error('A folder cycle was overlooked')
const areas = findFolderCycles(output.modules)
let broken = 0
for (const [area, { folders, cycles }] of areas) {
  const isKnown = areasWithFolderCycles.includes(area)
  if (cycles.length === 0 && isKnown) {
    console.error(`${area} has no folder cycles any more; take it off the list in tools/arrows.mjs`)
    broken += 1
  }
  for (const cycle of cycles) {
    const says = isKnown ? console.log : console.error
    says(`folder cycle in ${area}: ${cycle.length} of ${folders} folders: ${cycle.join(' ')}`)
    if (!isKnown) broken += 1
  }
}
const folders = [...areas.values()].reduce((sum, one) => sum + one.folders, 0)
const cycles = [...areas.values()].reduce((sum, one) => sum + one.cycles.length, 0)
console.log(`${totalCruised} modules, ${violations.length} violations`)
console.log(`${folders} folders in ${areas.size} areas, ${cycles} folder cycles`)
process.exit(violations.length === 0 && broken === 0 ? 0 : 1)
