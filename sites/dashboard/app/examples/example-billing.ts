import type { Accounting, InvoiceView, OpenTransfer, PlanOffer, SolutionPlan, Usage } from '@bollard/contracts'
import { exampleSolution } from './example-solution.ts'

const solutionId = exampleSolution.id
const euros = (amountMinor: number) => ({ amountMinor, currency: 'EUR' })
const taxed = (net: number) => ({
  net: euros(net),
  tax: euros(Math.round(net * 0.19)),
  gross: euros(Math.round(net * 1.19)),
  discount: null,
})
const none = { started: 0, completed: 0, billable: 0, bypass: 0, rejectedOrigin: 0, failedBots: 0, clientFailover: 0 }

type Plan = PlanOffer['plan']
const plan = (
  code: string,
  monthly: number | null,
  limits: Partial<Plan['limits']>,
  more: Partial<Plan> = {},
): Plan => ({
  solutionType: 'CAPTCHA',
  code,
  monthly: monthly === null ? null : euros(monthly),
  yearly: monthly === null ? null : euros(monthly * 10),
  overagePerThousand: monthly ? euros(30) : null,
  selectable: monthly !== null,
  bankTransfer: true,
  limits: {
    verifications: null,
    protectedRequests: 0,
    domains: null,
    environments: 3,
    members: null,
    apiKeys: null,
    monitors: 0,
    statusPages: 0,
    checkIntervalSeconds: null,
    verificationLogDays: 30,
    monitorResultDays: 0,
    auditLogDays: 365,
    ...limits,
  },
  features: monthly === 0 ? [] : ['RULES'],
  slaPercent: null,
  ...more,
})
const offered = (of: Plan): PlanOffer => ({
  plan: of,
  monthly: of.monthly && taxed(of.monthly.amountMinor),
  yearly: of.yearly && taxed(of.yearly.amountMinor),
  exceeded: [],
})
const business = plan('BUSINESS', 3_900, { verifications: 250_000, domains: 20, members: 25 })

/** Five plans, from the free one to the one that is agreed by contract. */
export const exampleOffers: PlanOffer[] = [
  plan('FREE', 0, { verifications: 10_000, domains: 2, members: 2 }),
  plan('STARTER', 900, { verifications: 50_000, domains: 5, members: 5 }),
  business,
  plan('PRO', 14_900, { verifications: 1_000_000, domains: 100 }, { slaPercent: 99.9 }),
  plan('ENTERPRISE', null, {}),
].map(offered)

/** Paid by bank transfer since a day in the middle of November. */
export const examplePlan: SolutionPlan = {
  solutionId,
  solutionType: 'CAPTCHA',
  planCode: 'BUSINESS',
  interval: 'MONTHLY',
  status: 'ACTIVE',
  price: euros(3_900),
  trialEndsAt: null,
  periodStart: '2026-11-22T10:29:53.189Z',
  periodEnd: '2026-12-22T10:29:53.189Z',
  next: null,
  openTransfers: [],
  renews: true,
  taxedPrice: taxed(3_900),
  invoiceAddressId: '01K5Z7QBBB0000000000000001',
  paymentMethodId: '01K5Z7QBBB0000000000000002',
  invoiceAddress: { company: 'Nordlicht Versand GmbH', city: 'Hamburg', countryCode: 'DE', own: true },
  paymentMethod: { kind: 'BANK_TRANSFER', brand: null, last4: null, status: 'ACTIVE', own: true },
  limits: business.limits,
  override: null,
  features: business.features,
  myRole: 'ADMIN',
  version: 2,
  createdAt: '2026-11-01T08:30:00.000Z',
  updatedAt: '2026-11-22T10:29:53.189Z',
}

export const exampleUsage: Usage = {
  solutionId,
  period: '2026-11',
  planCode: 'BUSINESS',
  counted: { ...none, started: 60, completed: 51, billable: 48, failedBots: 3 },
  included: 78_125,
  percent: 0,
  overageUnits: 0,
  overageAmount: euros(0),
  forecast: null,
  alertPercents: [80, 100],
  protectedRequests: null,
  perDay: [],
}

export const exampleAccounting: Accounting = {
  id: null,
  solutionId,
  period: '2026-11',
  status: 'OPEN',
  planCode: 'BUSINESS',
  planSnapshot: business,
  included: 78_125,
  counted: exampleUsage.counted,
  overageUnits: 0,
  overageAmount: euros(0),
  net: euros(3_900),
  currency: 'EUR',
  invoiceId: null,
  corrects: null,
  closedAt: null,
  perDay: [],
}

const party = {
  street: 'Speicherstadt 4',
  line2: '',
  postalCode: '20457',
  city: 'Hamburg',
  region: '',
  countryCode: 'DE',
}

/** Waits for its transfer. */
export const exampleInvoice: InvoiceView = {
  id: '01K5Z7QCCC0000000000000001',
  kind: 'INVOICE',
  number: '2026-000001',
  solutionId,
  status: 'ISSUED',
  period: { from: '2026-11-22', to: '2026-12-22' },
  issuedOn: '2026-11-22',
  dueOn: '2026-12-06',
  ...(({ net, tax, gross }) => ({ net, tax, gross }))(taxed(3_900)),
  paid: euros(0),
  credited: euros(0),
  open: taxed(3_900).gross,
  lines: [
    {
      name: 'CAPTCHA, Business plan',
      description: exampleSolution.label,
      quantity: '1',
      unit: 'MON',
      price: '39.00',
      net: euros(3_900),
      taxRate: '19',
    },
  ],
  taxes: [{ category: 'S', rate: '19', net: euros(3_900), tax: taxed(3_900).tax, reason: null }],
  seller: { ...party, name: 'Muster Betrieb GmbH', email: 'billing@operator.example', vatId: 'DE123456788' },
  buyer: { ...party, name: 'Nordlicht Versand GmbH', email: 'anna@example.org', vatId: null },
  purchaseOrder: '',
  buyerReference: '',
  eInvoice: 'ZUGFERD_PDF',
  paymentKind: 'BANK_TRANSFER',
  transfer: {
    accountHolder: 'Muster Betrieb GmbH',
    iban: 'DE02120300000000202051',
    bic: 'BYLADEM1001',
    reference: '2026-000001',
  },
  corrects: null,
  paidAt: null,
  createdAt: '2026-11-22T10:29:53.371Z',
}

/** What is left to transfer for that invoice. */
export const exampleTransfer: OpenTransfer = {
  invoiceId: exampleInvoice.id,
  amount: exampleInvoice.open,
  dueOn: exampleInvoice.dueOn ?? exampleInvoice.issuedOn,
  accountHolder: 'Muster Betrieb GmbH',
  iban: 'DE02120300000000202051',
  bic: 'BYLADEM1001',
  reference: exampleInvoice.number,
}
