/**
 * Loaded by the processes of the product before all else, where journeys start it: visitors are asked for a 64th of the usual work, and
 * passwords are hashed at the least cost. How much harder one visitor has it than another stays as it is. That the usual work and cost are
 * what they are is held by the tests of `packages/bot-score` and `services/identity`; that people can do it, by `benchmarks/widget`.
 */

// All other processes neither ask for work nor hash passwords, and would load this for nothing.
if (['api', 'edge'].includes(process.argv[2] ?? '')) await spare(2 ** -6)

async function spare(share: number): Promise<void> {
  const { defaultWork } = await import('../packages/bot-score/src/index.ts')
  const { usualCost } = await import('../services/identity/src/secrets/password-hash.ts')
  const { min, max, stepUpMin, stepUpMax } = defaultWork
  Object.assign(defaultWork, {
    min: min * share,
    max: max * share,
    stepUpMin: stepUpMin * share,
    stepUpMax: stepUpMax * share,
  })
  Object.assign(usualCost, { memory: 8, passes: 1, parallelism: 1 })
}
