import { readExamples } from '@bollard/api-reference'
import { type Route, problemSchema, routeTables } from '@bollard/contracts'
import { beforeAll, describe, expect, test } from 'vitest'
import { examplesOf, refusedHere, shapeOf } from './testing/description/choose-examples.ts'
import { limitsOfCalls } from './testing/description/limits-of-calls.ts'
import { isSecret, secretLike } from './testing/description/mask.ts'
import { operations, type Performance, performAll } from './testing/description/perform-all.ts'

const examples = readExamples()
const routes: readonly Route[] = routeTables.flatMap((table) => Object.values(table))
const again = 'Run "npm run examples" and look at what has changed.'

describe('the examples of the description', () => {
  test('are one of each operation, with success save where that takes what a test does not have', () => {
    expect(Object.keys(examples).toSorted(), again).toEqual(operations.map(({ id }) => id).toSorted())
    const refused = Object.entries(examples).filter(([, { status }]) => status >= 400)
    expect(refused.map(([id]) => id)).toEqual(Object.keys(refusedHere))
  })

  test.each(routes)('of $id keep its contract', ({ id, params, query, body, response }) => {
    const example = examples[id]
    expect(params?.safeParse(example?.params ?? {}).error?.issues).toBeUndefined()
    expect(query?.safeParse(example?.query ?? {}).error?.issues).toBeUndefined()
    expect(body !== undefined && !body.optional && example?.body === undefined).toBe(false)
    if (example?.body !== undefined) expect(body?.schema.safeParse(example.body).error?.issues).toBeUndefined()
    if (id in refusedHere) return expect(problemSchema.safeParse(example?.answer).error?.issues).toBeUndefined()
    expect(example?.status).toBe(response.status)
    if (response.mediaTypes) return expect(response.mediaTypes).toContain(example?.mediaType)
    if (response.schema === null) return expect(example?.answer).toBeUndefined()
    expect(response.schema.safeParse(example?.answer).error?.issues).toBeUndefined()
  })

  test('hold nothing that looks like a secret', () => {
    const runs = JSON.stringify(examples).match(secretLike) ?? []
    const ids = /^01900000-0000-7000-[89]000-\d{12}(?:[_-].*)?$/u
    expect(runs.filter((run) => isSecret(run) && !ids.test(run))).toEqual([])
  })
})

describe('every operation, called anew,', () => {
  let performance: Performance
  beforeAll(async () => {
    performance = await performAll()
  }, 180_000)

  test('is answered with the status and the fields of its example', () => {
    const differing: string[] = []
    for (const [id, heard] of examplesOf(performance)) {
      const told = shapeOf(examples[id])
      const shapes = heard.map((one) => shapeOf(one))
      if (examples[id] !== undefined && shapes.some((shape) => shape.join('\n') === told.join('\n'))) continue
      const [nearest = []] = shapes
      const come = nearest.filter((field) => !told.includes(field))
      const gone = told.filter((field) => !nearest.includes(field))
      differing.push(`${id}: new ${come.join(', ') || 'nothing'}; missing ${gone.join(', ') || 'nothing'}`)
    }
    expect(differing, again).toEqual([])
  })

  test('counts by a rate limit that the reference names', () => {
    const limits = limitsOfCalls()
    const untold = [...performance.byOperation].flatMap(([id, heard]) => {
      const counted = new Set(heard.flatMap(({ heard: { headers } }) => headers.get('ratelimit-limit') ?? []))
      const told = (limits[id] ?? []).map(({ limit }) => String(limit))
      return [...counted].filter((limit) => !told.includes(limit)).map((limit) => `${id}: ${limit}`)
    })
    expect(untold).toEqual([])
    const counted = [...performance.byOperation.values()]
      .flat()
      .filter(({ heard }) => heard.headers.has('ratelimit-limit'))
    expect(counted.length).toBeGreaterThan(100)
  })
})
