import { invoiceRoutes } from '@bollard/contracts'
import { type GuardedScope, mountRoute } from '@bollard/http'
import type { BillingContext } from '../billing-context.ts'
import { createCreditNote } from './credit.ts'
import { getInvoice, readInvoiceFile } from './get.ts'
import { listInvoices, listSolutionInvoices } from './list.ts'

const mediaTypes = { PDF: 'application/pdf', XML: 'application/xml' } as const

/** `afterPayment` runs what follows from a payment outside its transaction. */
export function mountInvoices(
  app: GuardedScope,
  context: BillingContext,
  afterPayment: (solutionId: string) => Promise<void>,
): void {
  mountRoute(app, invoiceRoutes.listSolutionInvoices, ({ params, query, actor }) =>
    listSolutionInvoices(context, actor, { ...params, ...query }),
  )
  mountRoute(app, invoiceRoutes.listInvoices, ({ query, actor }) => listInvoices(context, actor, query))
  mountRoute(app, invoiceRoutes.getInvoice, ({ params, actor }) => getInvoice(context, actor, params.invoiceId))
  mountRoute(app, invoiceRoutes.downloadInvoice, async ({ params, query, reply, actor }) => {
    const { name, content } = await readInvoiceFile(context, actor, { ...params, ...query })
    const headers = {
      'content-type': mediaTypes[query.format],
      'content-disposition': `attachment; filename="${name}"`,
      'cache-control': 'private, no-store',
    }
    await reply.headers(headers).send(content)
  })
  mountRoute(app, invoiceRoutes.createCreditNote, async ({ params, body, actor, call }) => {
    const note = await createCreditNote(context, actor, { ...params, ...body }, call)
    await afterPayment(note.solutionId)
    return note
  })
}
