import type { Stage } from './stage.ts'

/** A notice of maintenance, which everybody sees who opens a page. */
export async function performOperations({ api, people }: Stage): Promise<void> {
  await people.operator.client.setFlag({
    flagNewDto: {
      name: 'maintenance-notice',
      scope: 'INSTALLATION',
      texts: { en: 'We move to new machines at 22:00 UTC.', de: 'Um 22:00 UTC ziehen wir auf neue Maschinen um.' },
      reason: 'Announced last week',
      endsAt: new Date(api.now().getTime() + 86_400_000).toISOString(),
    },
  })
  await api.services.operations.flags.read()
  await people.ada.client.getNotice()
}
