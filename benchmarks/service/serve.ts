import { serveAltcha } from './contenders/altcha.ts'
import { serveCap } from './contenders/cap.ts'
import { serveFloor } from './contenders/floor.ts'
import { serveOurs } from './contenders/ours.ts'
import type { Served } from './contender.ts'

// One contender in its own process. The parent asks for the CPU time used so far, and to end.
const [, , name, connectionString = ''] = process.argv

const served = await serve()
await served.app.listen({ port: 0, host: '127.0.0.1' })
const address = served.app.server.address()
process.send?.({ port: typeof address === 'object' ? address?.port : undefined })
process.on('message', (message) => {
  if (message === 'cpu') process.send?.({ cpu: process.cpuUsage() })
  else void served.close().then(() => process.exit(0))
})
process.on('disconnect', () => process.exit(1))

function serve(): Promise<Served> {
  switch (name) {
    case 'ours':
      return serveOurs(connectionString, 1)
    case 'demanding':
      return serveOurs(connectionString, 2 ** 21)
    case 'altcha':
      return serveAltcha()
    case 'cap':
      return serveCap()
    case 'floor':
      return serveFloor()
    default:
      throw new Error(`no contender is called ${name}`)
  }
}
