/**
 * One of four processes that ask for the same limits at the same time; see run.ts. Arguments: address of the store,
 * requests.
 */
import { chargeOf, limits, requestId } from './charges.ts'
import { openStore } from './open-store.ts'

const [address = '', count = '0'] = process.argv.slice(2)
const { store, close } = await openStore(address, 20)

process.on('message', (message: { key: string; index: number } | 'end') => {
  if (message === 'end') return void close().then(() => process.exit(0))
  const limit = limits[message.index]
  if (limit === undefined) throw new RangeError(`there is no limit ${message.index}`)
  const requests = Array.from({ length: Number(count) }, () => {
    const now = Date.now()
    return store.take([chargeOf(limit, message.key, now)], now, requestId())
  })
  Promise.all(requests).then(
    (outcomes) => process.send?.({ admitted: outcomes.filter(([outcome]) => outcome?.counted).length }),
    (error: unknown) => {
      console.error(error)
      process.exit(1)
    },
  )
})
process.send?.({ ready: true })
