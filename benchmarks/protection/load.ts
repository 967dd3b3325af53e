/** Asks a server at a port of this machine for decisions about a thousand visitors; see run.ts. Answers how many milliseconds each took. */
import { once } from 'node:events'
import { Agent, request as send } from 'node:http'

const [port = ''] = process.argv.slice(2)

process.on('message', async ({ requests, atOnce }: { readonly requests: number; readonly atOnce: number }) => {
  const agent = new Agent({ keepAlive: true, maxSockets: atOnce })
  const took: number[] = []
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (let index = 0; index < requests / atOnce; index++) took.push(await ask(agent))
    }),
  )
  agent.destroy()
  process.send?.(took)
})

async function ask(agent: Agent): Promise<number> {
  const begun = performance.now()
  const asked = send({
    agent,
    port,
    host: '127.0.0.1',
    method: 'POST',
    path: '/protection/v1/decisions',
    headers: { authorization: 'Bearer bsec_ours', 'content-type': 'application/json' },
  })
  const visitor = Math.trunc(Math.random() * 1_000)
  const request = {
    address: `198.51.${visitor % 250}.7`,
    method: 'GET',
    host: 'shop.example',
    path: `/${visitor}`,
    user: `u${visitor}`,
  }
  asked.end(JSON.stringify({ request }))
  const [answer] = await once(asked, 'response')
  answer.resume()
  await once(answer, 'end')
  if (answer.statusCode !== 200) throw new Error(`answered ${answer.statusCode}`)
  return performance.now() - begun
}
