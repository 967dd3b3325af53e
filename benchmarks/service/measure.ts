import type { Contender } from './contender.ts'
import { sendAll } from './load.ts'
import { postgresCpu } from './postgres-cpu.ts'
import type { Measurement } from './report.ts'
import type { ServerProcess } from './server-process.ts'

/** What is asked in a round, and of whom. */
export interface Entry {
  readonly contender: Contender
  readonly server: ServerProcess
  /** Of each operation. */
  readonly requests: number
}

interface Load {
  readonly connections: number
  /** Null where none was found; then nothing is told of PostgreSQL. */
  readonly postmaster: number | null
}

/** One round: issues as many challenges as asked for, then verifies an answer to each. Throws where one is refused. */
export async function measure({ contender, server, requests: count }: Entry, load: Load): Promise<Measurement[]> {
  const issue = Array.from({ length: count }, () => contender.issue)
  const issued = await measureLoad('issue', contender, server, {
    ...load,
    calls: issue,
    keep: true,
    accept: () => true,
  })
  const verify = issued.bodies.map((body) => contender.solve(body))
  const verified = await measureLoad('verify', contender, server, {
    ...load,
    calls: verify,
    keep: false,
    accept: (body) => contender.accepted(body),
  })
  return [issued.measurement, verified.measurement]
}

async function measureLoad(
  operation: 'issue' | 'verify',
  { name, what, headers }: Contender,
  server: ServerProcess,
  { connections, postmaster, ...load }: Load & Pick<Parameters<typeof sendAll>[0], 'calls' | 'keep' | 'accept'>,
): Promise<{ measurement: Measurement; bodies: string[] }> {
  const postgres = async (): Promise<number | null> =>
    server.usesPostgres && postmaster !== null ? postgresCpu(postmaster) : null
  const [cpuBefore, postgresBefore] = [await server.cpu(), await postgres()]
  const result = await sendAll({ port: server.port, headers, connections, ...load })
  const [cpuAfter, postgresAfter] = [await server.cpu(), await postgres()]
  if (result.rejected > 0)
    throw new Error(`${name} rejected ${result.rejected} of ${result.requests} calls to ${operation}`)
  const measurement = {
    contender: name,
    what,
    operation,
    cpuMicros: (cpuAfter - cpuBefore) / result.requests,
    requestsPerSecond: result.requests / result.seconds,
    p50Ms: result.p50,
    p99Ms: result.p99,
    postgresMicros:
      postgresBefore === null || postgresAfter === null ? null : (postgresAfter - postgresBefore) / result.requests,
  }
  console.log(
    `${operation.padEnd(6)} ${name.padEnd(32)} ${measurement.cpuMicros.toFixed(1)} µs  ${measurement.requestsPerSecond.toFixed(0)}/s`,
  )
  return { measurement, bodies: result.bodies }
}
