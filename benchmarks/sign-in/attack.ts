/**
 * Sixty attackers in parallel, each with a network of its own and a new address for each sign-in, together 400 sign-ins a second at most:
 * beyond it the sender needs as much of this machine as the service does. Started by `flood.ts`.
 */
import { setTimeout as pause } from 'node:timers/promises'

const everyMs = 150
const [url = '', networks = '', captchaToken] = process.argv.slice(2)
const answers: Record<string, number> = {}
let isOver = false

process.on('message', () => (isOver = true))
process.on('disconnect', () => process.exit())

async function attack(index: number): Promise<void> {
  const ip = networks === 'SITE' ? `2001:db8:7:${index.toString(16)}::1` : `2a${(16 + index).toString(16)}:1:2:3::1`
  for (let round = 0; !isOver; round += 1) {
    const next = pause(everyMs)
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-measured-ip': ip },
      body: JSON.stringify({
        email: `n${index}-${round}@example.net`,
        password: 'no password of anybody',
        ...(captchaToken === undefined ? {} : { captchaToken }),
      }),
    })
    const { code } = (await answer.json()) as { code?: string }
    const text = `${answer.status} ${code}`
    answers[text] = (answers[text] ?? 0) + 1
    await next
  }
}

await Promise.all(Array.from({ length: 60 }, (_, index) => attack(index)))
process.send?.(answers, () => process.disconnect?.())
