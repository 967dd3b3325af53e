import { demoAvailability } from '../api/examples.ts'
import { inMailTo, linkToken, type Stage } from './stage.ts'

/** A visitor of the website books a demo, moves and cancels it. */
export async function performDemo(stage: Stage): Promise<void> {
  const { client } = stage.api.clientFrom('203.0.113.91')
  await stage.people.operator.client.putDemoAvailability({ demoAvailabilityDto: demoAvailability })
  const { items } = await client.listDemoSlots({})
  const [first = '', second = ''] = items.map(({ startsAt }) => startsAt)
  const { session } = await client.holdDemoSlot({ demoHoldNewDto: { startsAt: first } })
  await client.previewDemoHold({ demoHoldPreviewDto: { session } })
  const email = 'zoe@shop.example'
  await client.bookDemo({
    demoBookingNewDto: { session, name: 'Zoe', email, organization: 'Shop', language: 'en', timezone: 'Europe/Lisbon' },
  })
  const token = await inMailTo(stage, email, linkToken)
  await client.previewDemoBooking({ demoBookingPreviewDto: { token } })
  await client.moveDemoBooking({ demoBookingMoveDto: { token, startsAt: second } })
  await client.cancelOwnDemoBooking({ demoBookingOwnCancellationDto: { token } })
}
