import type { Visit } from '@bollard/gateway'

/** How long the answers of a site are, so that it can be told what one would have weighed that was not sent. */
export interface AnswerSizes {
  /** `bytes` of the body, as they went to the visitor. */
  note(visit: Pick<Visit, 'host' | 'method' | 'path'>, bytes: number): void
  /** Bytes of an answer to such a request on average; null before enough of them are known. */
  averageFor(visit: Pick<Visit, 'host' | 'method' | 'path'>): number | null
}

/** Fewer say nothing. */
const answersMin = 20
/** So many count in the end, so that a site that changes is soon known anew. */
const answersMax = 1_000
const classesMax = 5_000

/** Requests of one method to one folder, or to one address at the root, are of one class. The class that was met first makes room. */
export function createAnswerSizes(): AnswerSizes {
  const classes = new Map<string, { count: number; mean: number }>()
  return {
    note(visit, bytes) {
      const name = classOf(visit)
      const known = classes.get(name)
      if (known !== undefined) {
        known.count += 1
        known.mean += (bytes - known.mean) / Math.min(known.count, answersMax)
        return
      }
      if (classes.size >= classesMax)
        for (const oldest of classes.keys()) {
          classes.delete(oldest)
          break
        }
      classes.set(name, { count: 1, mean: bytes })
    },
    averageFor(visit) {
      const known = classes.get(classOf(visit))
      return known === undefined || known.count < answersMin ? null : known.mean
    },
  }
}

function classOf({ host, method, path }: Pick<Visit, 'host' | 'method' | 'path'>): string {
  const folder = path.slice(0, path.lastIndexOf('/') + 1)
  return `${method} ${host}${folder === '/' ? path : folder}`
}
