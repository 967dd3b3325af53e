import type { WorkRange } from '@bollard/bot-score'
import type { PredictedWork } from '@bollard/contracts'
import { subPuzzles } from '@bollard/proof-of-work/server'
import { hashesAtIssue } from '../../edge/sites/difficulty.ts'

/**
 * Hashes a second that devices reach with the widget's solver in a browser, over all its threads. One thread of a current
 * laptop does about 12 million (see the benchmark of the solver), a phone of the middle class about a third of that, and an
 * old one a tenth; phones have fewer fast cores to give.
 */
const devices = [
  { device: 'LAPTOP', hashesPerSecond: 40_000_000 },
  { device: 'PHONE', hashesPerSecond: 12_000_000 },
  { device: 'OLD_PHONE', hashesPerSecond: 3_000_000 },
] as const

/** How long the work takes at a difficulty (percent), in seconds, on three classes of device. */
export function predictWork(range: WorkRange, difficulty: number): PredictedWork {
  const hashes = (base: number): number => hashesAtIssue(base, difficulty)
  return {
    difficulty,
    devices: devices.map(({ device, hashesPerSecond }) => ({
      device,
      hashesPerSecond,
      ordinary: timeOf(hashes(range.min) / hashesPerSecond),
      suspicious: timeOf(hashes(range.max) / hashesPerSecond),
      stepUp: timeOf(hashes(range.stepUpMin) / hashesPerSecond),
    })),
  }
}

/** 95 % quantile of the standard normal distribution. */
const z95 = 1.645

/**
 * The attempts for all sub-puzzles are a sum of as many independent, exponentially distributed ones: a gamma distribution, whose
 * quantile is that of the normal distribution by Wilson and Hilferty (1931), within 1 % for these shapes.
 */
function timeOf(mean: number): { mean: number; p95: number } {
  const ninth = 1 / (9 * subPuzzles)
  const ratio = (1 - ninth + z95 * Math.sqrt(ninth)) ** 3
  return { mean: round(mean), p95: round(mean * ratio) }
}

function round(seconds: number): number {
  return Math.round(seconds * 1000) / 1000
}
