import { type apiOf, load } from '@bollard/site-kit/server'
import type { RouterContextProvider } from 'react-router'
import type { OwnMeans } from './means-fields.tsx'

/** What a person has of addresses and payment methods, as much of each as a choice needs. */
export async function loadMeans(
  context: Readonly<RouterContextProvider>,
  request: Request,
  api: ReturnType<typeof apiOf>,
) {
  const [addresses, methods] = await Promise.all([
    load(context, request, api.listInvoiceAddresses({ limit: 100 })),
    load(context, request, api.listPaymentMethods({ limit: 100 })),
  ])
  const usual = methods.items.find((method) => method.default) ?? methods.items[0]
  return {
    addresses: addresses.items.map(({ id, company, city }) => ({ id, company, city })),
    methods: methods.items.map(({ id, kind, brand, last4 }) => ({ id, kind, brand, last4 })),
    /** What is proposed where a solution has none yet. */
    usual: { addressId: addresses.items[0]?.id ?? null, methodId: usual?.id ?? null },
  } satisfies OwnMeans & { usual: object }
}
