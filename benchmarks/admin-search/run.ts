/**
 * How long an operator waits for the lists of accounts and solutions of a large installation: each search and filter through the API, with
 * row-level security, as a page of the admin site asks. Ends with 1 when a search takes more than 300 ms (95th percentile).
 * Run: node_modules/.bin/node benchmarks/admin-search/run.ts [--people 1000000]
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { ApiProblem } from '@bollard/api-client'
import { signUpAll } from '../../server/testing/api/people.ts'
import { startApi } from '../../server/testing/api/start-api.ts'
import { describeMachine } from '../service/report.ts'
import { timingOf } from '../storage/timing.ts'
import { fill, idOf } from './fill.ts'

const { values } = parseArgs({ options: { people: { type: 'string', default: '1000000' } } })
const people = Number(values.people)
if (!Number.isInteger(people) || people < 10_000) throw new RangeError('--people: at least 10000')

const budgets = { p95Ms: 300 }
const rounds = 40

const api = await startApi({ settings: { LOG_LEVEL: 'warn' } })
try {
  const { operator } = await signUpAll(api)
  const filledAt = performance.now()
  await fill(api.db, people)
  console.log(`${people} accounts and solutions in ${Math.round((performance.now() - filledAt) / 1000)} s`)
  const { client } = operator
  // One whose address is confirmed.
  const middle = Math.floor(people / 2) + 1
  const { rows } = await api.db.pool.query<{ id: string }>(`select ${idOf(`${middle}::bigint`)} as id`)
  const someone = rows[0]?.id ?? ''
  const secondPage = (await client.searchPeople({ limit: 25 })).nextCursor ?? undefined
  const laterSolutions = (await client.listLatestSolutions({ limit: 25 })).nextCursor ?? undefined
  const lists: Readonly<Record<string, () => Promise<{ items: unknown[] }>>> = {
    'people, newest': () => client.searchPeople({ limit: 25 }),
    'people, second page': () => client.searchPeople({ limit: 25, cursor: secondPage }),
    'people by id': () => client.searchPeople({ limit: 25, q: someone }),
    'people by address': () => client.searchPeople({ limit: 25, q: `person${middle}@company` }),
    'people by domain': () => client.searchPeople({ limit: 25, q: '@company77.example' }),
    'people by a common name': () => client.searchPeople({ limit: 25, q: 'anna' }),
    'people by a name of nobody': () => client.searchPeople({ limit: 25, q: 'zzz' }),
    'people who are suspended': () => client.searchPeople({ limit: 25, filter: 'SUSPENDED' }),
    'people without a confirmed address': () => client.searchPeople({ limit: 25, filter: 'UNVERIFIED' }),
    'suspended people by a common name': () => client.searchPeople({ limit: 25, q: 'ben', filter: 'SUSPENDED' }),
    'suspended people by a name of none': () => client.searchPeople({ limit: 25, q: 'anna', filter: 'SUSPENDED' }),
    'solutions, newest': () => client.listLatestSolutions({ limit: 25 }),
    'solutions, second page': () => client.listLatestSolutions({ limit: 25, cursor: laterSolutions }),
    'solutions by id': () => client.listLatestSolutions({ limit: 25, filter: someone }),
    'solutions by a common word': () => client.listLatestSolutions({ limit: 25, filter: 'shop' }),
    'solutions by a rare word': () => client.listLatestSolutions({ limit: 25, filter: String(middle) }),
    'solutions by two words': () =>
      client.listLatestSolutions({ limit: 25, filter: `shop ${middle + (3 - (middle % 3))}` }),
    'solutions by a word of none': () => client.listLatestSolutions({ limit: 25, filter: 'zzz' }),
    'solutions by a domain of none': () => client.listLatestSolutions({ limit: 25, filter: 'nowhere.example' }),
    'solutions of a member': () =>
      client.listLatestSolutions({ limit: 25, filter: `person${middle}@company${middle % 50_000}.example` }),
    'solutions that are locked': () => client.listLatestSolutions({ limit: 25, filter: 'locked:true' }),
    'solutions that are cancelled': () =>
      client.listLatestSolutions({ limit: 25, filter: 'lifecycle:CANCEL_SCHEDULED' }),
    'solutions that are deleted, of which there are none': () =>
      client.listLatestSolutions({ limit: 25, filter: 'lifecycle:DELETED' }),
  }
  const searches = []
  for (const [what, call] of Object.entries(lists)) {
    const search = { what, ...(await measure(call)) }
    console.log(JSON.stringify(search))
    searches.push(search)
  }
  const missed = searches.filter(({ p95Ms }) => p95Ms > budgets.p95Ms)
  const file = new URL('../results/admin-search.json', import.meta.url)
  mkdirSync(new URL('.', file), { recursive: true })
  const result = { measuredAt: new Date().toISOString(), machine: describeMachine(), people, budgets, rounds, searches }
  writeFileSync(file, `${JSON.stringify(result, null, 2)}\n`)
  for (const { what } of missed) console.error(`${what}: over the budget`)
  if (missed.length > 0) process.exitCode = 1
} finally {
  await api.stop()
}

async function measure(call: () => Promise<{ items: unknown[] }>) {
  const { items } = await withinLimit(call)
  const times: number[] = []
  for (let round = 0; round < rounds; round += 1)
    times.push(
      await withinLimit(async () => {
        const at = performance.now()
        await call()
        return performance.now() - at
      }),
    )
  return { found: items.length, ...timingOf(times) }
}

/** Runs again what met the limit of the API, which counts for operators as well: a fast machine asks more often than it allows. */
async function withinLimit<T>(run: () => Promise<T>): Promise<T> {
  for (;;)
    try {
      return await run()
    } catch (error) {
      if (!(error instanceof ApiProblem) || error.retryAfterSeconds === undefined) throw error
      await sleep(error.retryAfterSeconds * 1000)
    }
}
