import { readdirSync, readFileSync } from 'node:fs'

/** Processes that this one has started and that still run or wait to be asked about; of Linux. */
export function childrenOf(parent: number): number[] {
  return readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/u.test(name)) return []
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8')
      const [, pid] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      return Number(pid) === parent ? [Number(name)] : []
    } catch {
      return []
    }
  })
}
