// Sends the form of Next's server action as a browser without script does: with no token, and with one while nobody answers at the
// address of Bollard and the fail policy is open. Ends with 1 when anything is wrong.
import { spawn } from 'node:child_process'
import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

const port = await new Promise((resolve) => {
  const server = createServer().listen(0, '127.0.0.1', () => {
    const { port: free } = server.address()
    server.close(() => resolve(free))
  })
})
const address = `http://127.0.0.1:${port}/`
const child = spawn('node_modules/.bin/next', ['start', 'next', '-H', '127.0.0.1', '-p', String(port)], {
  env: {
    ...process.env,
    BOLLARD_SECRET_KEY: 'bsec_x',
    BOLLARD_HOST: 'http://127.0.0.1:9',
    BOLLARD_FAIL_POLICY: 'open',
  },
  stdio: ['ignore', 'ignore', 'inherit'],
})
try {
  for (let tries = 0; tries < 200 && !(await fetch(address).catch(() => null)); tries++) await sleep(50)
  const answers = [await submit(''), await submit('token')]
  console.log(`server action: ${answers.join(', ')}`)
  process.exitCode = answers.join() === 'captcha-missing,welcome' ? 0 : 1
} finally {
  child.kill()
}

/** What the page says after the form was sent. */
async function submit(token) {
  const page = await (await fetch(address)).text()
  const form = new FormData()
  for (const [, name, value = ''] of page.matchAll(/<input type="hidden" name="([^"]*)"(?: value="([^"]*)")?/gu))
    form.set(name, value.replaceAll('&quot;', '"'))
  form.set('bollard-response', token)
  const sent = await fetch(address, {
    method: 'POST',
    body: form,
    redirect: 'manual',
    headers: { origin: address.slice(0, -1) },
  })
  const location = sent.headers.get('location') ?? ''
  return new URL(location, address).searchParams.get('answer') ?? `${sent.status} ${location}`
}
