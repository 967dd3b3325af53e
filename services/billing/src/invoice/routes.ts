import { invoiceRoutes } from '@bollard/contracts'
import { mountRoute } from '@bollard/http'
import type { FastifyInstance } from 'fastify'
import type { BillingContext, Callers } from '../billing-context.ts'
import { createCreditNote } from './credit.ts'
import { getInvoice, readInvoiceFile } from './get.ts'
import { listInvoices, listSolutionInvoices } from './list.ts'

const mediaTypes = { PDF: 'application/pdf', XML: 'application/xml' } as const

/** `afterPayment` does what follows from a payment outside of its transaction. */
export function mountInvoices(
  app: FastifyInstance,
  context: BillingContext,
  { actorOf, callOf }: Callers,
  afterPayment: (solutionId: string) => Promise<void>,
): void {
  mountRoute(app, invoiceRoutes.listSolutionInvoices, ({ params, query, request }) =>
    listSolutionInvoices(context, actorOf(request), params.solutionId, query),
  )
  mountRoute(app, invoiceRoutes.listInvoices, ({ query, request }) => listInvoices(context, actorOf(request), query))
  mountRoute(app, invoiceRoutes.getInvoice, ({ params, request }) =>
    getInvoice(context, actorOf(request), params.invoiceId),
  )
  mountRoute(app, invoiceRoutes.downloadInvoice, async ({ params, query, request, reply }) => {
    const { name, content } = await readInvoiceFile(context, actorOf(request), params.invoiceId, query.format)
    const headers = {
      'content-type': mediaTypes[query.format],
      'content-disposition': `attachment; filename="${name}"`,
      'cache-control': 'private, no-store',
    }
    await reply.headers(headers).send(content)
  })
  mountRoute(app, invoiceRoutes.createCreditNote, async ({ params, body, request, reply }) => {
    const what = `createCreditNote ${params.invoiceId}`
    const { note, repeated } = await createCreditNote(
      context,
      actorOf(request),
      params.invoiceId,
      body,
      callOf(request, what, body),
    )
    await afterPayment(note.solutionId)
    if (repeated) void reply.header('idempotency-replayed', 'true')
    return note
  })
}
