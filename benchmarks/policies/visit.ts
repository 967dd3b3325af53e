import { z } from 'zod'
import { defaultWork } from '../../packages/bot-score/src/work.ts'
import type { MeasuredBrowser } from './browsers.ts'
import { startGuardedPage } from './guarded-page.ts'
import type { PagePolicy } from './page-policies.ts'
import { startSolverService } from './solver-service.ts'
import { busiest, threadTimes } from './thread-time.ts'

export interface Visit {
  /** Milliseconds from the start of the first check to its token. */
  readonly msToToken: number
  /** Hashes for each millisecond of processor time, of each of the larger checks. */
  readonly rates: readonly number[]
  readonly solvedOn: 'worker' | 'page'
  readonly broken: readonly string[]
}

/** Long enough that starting and sending do not count; the first check is one as most visitors have it. */
const largeWork = 2 ** 23
const checks = 3
const patienceMs = 120_000
/** Workers of web pages in Chromium and in Firefox. */
const workerNames = /^(?:DedicatedWorker|DOM Worker)/u

const toldSchema = z.object({ times: z.array(z.number()), failed: z.string(), broken: z.array(z.string()) })

/** The page plays its own visitor: it makes all checks one after the other and sends what it has seen with the form. */
const visitor = `
const times = []
let begun = 0
const check = () => {
  begun = performance.now()
  document.querySelector('bollard-captcha').startVerification()
}
const send = (failed) => {
  const field = document.createElement('input')
  field.name = 'told'
  field.type = 'hidden'
  field.value = JSON.stringify({ times, failed, broken: [...new Set(broken)] })
  const form = document.querySelector('form')
  form.append(field)
  form.submit()
}
document.addEventListener('bollard-solved', ({ target }) => {
  times.push(performance.now() - begun)
  if (times.length === ${checks}) return setTimeout(send, 200, '')
  target.reset()
  setTimeout(check, 300)
})
document.addEventListener('bollard-failed', ({ detail }) => send(detail.code))
addEventListener('load', () => customElements.whenDefined('bollard-captcha').then(() => setTimeout(check, 500)))
`

/** One visit in a fresh profile: a check with the usual work, then larger ones. */
export async function visit(browser: MeasuredBrowser, policy: PagePolicy): Promise<Visit> {
  const solved: { readonly rate: number; readonly thread: string }[] = []
  let pid = 0
  let before: ReturnType<typeof threadTimes> = new Map()
  let issued = 0
  const service = await startSolverService({
    nextWork: () => (issued++ === 0 ? defaultWork.min : largeWork),
    onIssue: () => (before = threadTimes(pid)),
    onSolved: (hashes) => {
      const { name, cpuMs } = busiest(before, threadTimes(pid))
      solved.push({ rate: hashes / cpuMs, thread: name })
    },
  })
  const told = Promise.withResolvers<URLSearchParams>()
  const page = await startGuardedPage({
    api: service.origin,
    siteKey: 'bsk_0123456789abcdefghijkl',
    policy,
    script: visitor,
    answer: async (form) => {
      told.resolve(form)
      return 'Thanks'
    },
  })
  const opened = await browser.open(page.url)
  ;({ pid } = opened)
  let timer: NodeJS.Timeout | undefined
  try {
    const silence = new Promise<never>(
      (_, reject) =>
        (timer = setTimeout(() => reject(new Error(`${browser.name} said nothing under "${policy.id}"`)), patienceMs)),
    )
    const { times, failed, broken } = toldSchema.parse(
      JSON.parse((await Promise.race([told.promise, silence])).get('told') ?? ''),
    )
    const [msToToken] = times
    if (failed || msToToken === undefined) throw new Error(`${browser.name} under "${policy.id}": ${failed}`)
    const [first, ...large] = solved
    const threads = new Set(large.map(({ thread }) => (workerNames.test(thread) ? 'worker' : 'page')))
    const [solvedOn] = threads
    if (!first || threads.size !== 1 || solvedOn === undefined)
      throw new Error(`${browser.name} under "${policy.id}" solved on ${JSON.stringify(solved)}`)
    return { msToToken, rates: large.map(({ rate }) => rate), solvedOn, broken }
  } finally {
    clearTimeout(timer)
    await opened.close()
    await page.close()
    await service.stop()
  }
}
