import { afterAll, expect, test } from 'vitest'
import { z } from 'zod'
import { BollardConfigurationError, createBollard, type FailPolicy } from '../client/node/src/index.ts'
import { compare, reportSchema } from './testing/client-cases/compare.ts'
import { serveCases } from './testing/client-cases/serve-cases.ts'

const server = await serveCases()
afterAll(() => server.stop())

const preparedSchema = z.object({
  cases: z.array(
    z.object({
      id: z.string(),
      options: z.object({
        secretKey: z.string(),
        host: z.string(),
        siteKey: z.string().optional(),
        failPolicy: z.custom<FailPolicy>().optional(),
        timeoutMs: z.number().optional(),
      }),
      token: z.string().nullable(),
      call: z.object({
        remoteIp: z.string().optional(),
        action: z.string().optional(),
        hostnames: z.array(z.string()).optional(),
      }),
    }),
  ),
  configurations: z.array(z.object({ id: z.string(), options: z.custom<Parameters<typeof createBollard>[0]>() })),
})

test('the client for Node does what the table of cases says', async () => {
  const { cases, configurations } = preparedSchema.parse(await (await fetch(server.address)).json())
  const report: Record<string, unknown> = {}
  for (const { id, options, token, call } of cases) {
    const { reasons, ...verdict } = await createBollard(options).verify(token, call)
    if (id === 'passes') expect(reasons.length).toBeGreaterThan(0)
    report[id] = verdict
  }
  const faults = Object.fromEntries(configurations.map(({ id, options }) => [id, faultOf(options)]))
  expect(compare(reportSchema.parse({ cases: report, configurations: faults }), server.arrivals)).toEqual({})
})

function faultOf(options: Parameters<typeof createBollard>[0]): string | null {
  try {
    createBollard(options)
    return null
  } catch (error) {
    return error instanceof BollardConfigurationError ? error.code : String(error)
  }
}
