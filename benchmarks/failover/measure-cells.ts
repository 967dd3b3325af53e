import { mkdirSync } from 'node:fs'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Cluster } from '../../server/testing/high-availability/start-cluster.ts'
import { startInstallation } from '../../server/testing/high-availability/start-installation.ts'
import { startSingle } from '../../server/testing/high-availability/start-single.ts'
import { longestGap, startLoad, type Target, type Told, untilAnswered } from './load.ts'
import { type Findings, lookAfter } from './look-after.ts'
import type { Cells, CellRun } from './results.ts'

const times = 5
const visitorsAtOnce = 2
const calmMs = 8_000

/**
 * Kills the primary's host of cell 0, which is highly available and has the directory, while visitors verify in it and in cell 1, which is
 * a PostgreSQL by itself. Both edges and the worker serve both. Stops the cluster at its end.
 */
export async function measureCells(cluster: Cluster): Promise<Cells> {
  const folder = join(cluster.folder, 'products')
  mkdirSync(folder)
  const single = await startSingle(cluster)
  const installation = await startInstallation({ ...cluster, folder, cellUrl: single.databaseUrl })
  try {
    const [zero, one] = installation.captchas.map((keys) => ({ ...cluster, ...keys, url: cluster.balancerUrl }))
    if (zero === undefined || one === undefined) throw new Error('There is a captcha in each cell')
    const runs: CellRun[] = []
    while (runs.length < times) {
      runs.push(
        await strike(
          cluster,
          { target: zero, databaseUrl: cluster.databaseUrl('app1') },
          { target: one, databaseUrl: single.databaseUrl },
        ),
      )
      console.log(new Date().toISOString(), JSON.stringify(runs.at(-1)))
    }
    return { runs, measuredAt: new Date().toISOString() }
  } catch (error) {
    console.error(installation.said().slice(-4_000))
    throw error
  } finally {
    await installation.stop()
    await single.stop()
    await cluster.stop()
  }
}

interface Cell {
  readonly target: Target
  readonly databaseUrl: string
}

async function strike(cluster: Cluster, struckCell: Cell, beside: Cell): Promise<CellRun> {
  const signal = AbortSignal.timeout(150_000)
  const [load, other] = [
    await startLoad(struckCell.target, visitorsAtOnce),
    await startLoad(beside.target, visitorsAtOnce),
  ]
  for (const { told } of [load, other]) await untilAnswered(told, performance.now(), 4, signal)
  const calmFrom = performance.now()
  await pause(calmMs)
  const besideCalmMs = longestGap(other.told(), calmFrom).ms
  const calmAnswers = other.told().times.filter((time) => time > calmFrom).length
  const repeatedBefore = repeatedOf(other.told())
  const struck = performance.now()
  const host = await cluster.leader()
  cluster.killDatabaseHost(host)
  await pause(2_000)
  await untilAnswered(load.told, performance.now(), 5, signal)
  const gap = longestGap(load.told(), struck)
  const until = gap.from + gap.ms
  const seen = other.told().times.filter((time) => time <= until + 1_000)
  const besideMs = longestGap({ ...other.told(), times: seen }, struck).ms
  const besideRepeated = repeatedOf(other.told()) - repeatedBefore
  cluster.startDatabaseHost(host)
  await cluster.untilWhole(signal)
  const [told, toldBeside] = [await load.stop(), await other.stop()]
  const findings = [
    await lookAfter(struckCell.databaseUrl, struckCell.target, told),
    await lookAfter(beside.databaseUrl, beside.target, toldBeside),
  ]
  return {
    gapMs: Math.round(gap.ms),
    besideCalmMs: Math.round(besideCalmMs),
    besideMs: Math.round(besideMs),
    besideAnswers: seen.filter((time) => time > gap.from && time <= until).length,
    besideRepeated,
    besideCalmAnswers: Math.round((calmAnswers / calmMs) * gap.ms),
    answers: told.acknowledged.length + toldBeside.acknowledged.length,
    faults: findings.reduce((sum, one) => sum + faultsOf(one), 0),
    load: loadavg()[0] ?? 0,
  }
}

/** Calls that failed and were tried again. */
const repeatedOf = ({ failures }: Told): number => Object.values(failures).reduce((sum, count) => sum + count, 0)
const faultsOf = ({ lostAnswers, lostRedemptions, acceptedTwice, wrongRollups }: Findings): number =>
  lostAnswers + lostRedemptions + acceptedTwice + wrongRollups
