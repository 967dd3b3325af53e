import type { TestDatabase } from '@bollard/testing'
import { startService, type TestService } from './start-service.ts'

export interface PayingService extends TestService {
  readonly id: string
  readonly means: { readonly invoiceAddressId: string; readonly paymentMethodId: string }
}

/** A solution of Ada with an address and bank transfer, so that plans need no provider. */
export async function startPaying(postgres: TestDatabase, planCode?: string): Promise<PayingService> {
  const service = await startService(postgres)
  const means = {
    invoiceAddressId: (await service.address('ada')).id,
    paymentMethodId: (await service.transfer('ada')).id,
  }
  const members = { ada: 'ADMIN', bob: 'MEMBER', operator: 'VIEWER' } as const
  return { ...service, means, id: await service.open(members, planCode === undefined ? {} : { planCode, ...means }) }
}
