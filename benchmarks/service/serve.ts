import type { Served } from './contender.ts'

// One contender in its own process, which loads no other. The parent asks for the CPU time used so far, and to end.
const [, , name, connectionString = '', collector = ''] = process.argv

const served = await serve()
await served.app.listen({ port: 0, host: '127.0.0.1' })
const address = served.app.server.address()
process.send?.({ port: typeof address === 'object' ? address?.port : undefined })
process.on('message', (message) => {
  if (message === 'cpu') process.send?.({ cpu: process.cpuUsage() })
  else void served.close().then(() => process.exit(0))
})
process.on('disconnect', () => process.exit(1))

async function serve(): Promise<Served> {
  switch (name) {
    case 'ours':
      return (await import('./contenders/ours.ts')).serveOurs(connectionString, 1)
    case 'traced':
      return (await import('./contenders/ours.ts')).serveOurs(connectionString, 1, collector)
    case 'demanding':
      return (await import('./contenders/ours.ts')).serveOurs(connectionString, 2 ** 21)
    case 'altcha':
      return (await import('./contenders/altcha.ts')).serveAltcha()
    case 'cap':
      return (await import('./contenders/cap.ts')).serveCap()
    case 'floor':
      return (await import('./contenders/floor.ts')).serveFloor()
    default:
      throw new Error(`no contender is called ${name}`)
  }
}
