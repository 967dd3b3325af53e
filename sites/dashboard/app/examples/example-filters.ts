import type { SavedFilter } from '@bollard/contracts'
import type { FilterOptions } from '../captcha/log-filter/filter-options.ts'

export const exampleOptions: FilterOptions = {
  environmentId: [
    { value: '01941f29-7c00-7000-8000-000000000001', name: 'Production' },
    { value: '01941f29-7c00-7000-8000-000000000002', name: 'Abnahme der Kundenzufriedenheitsumfrage' },
  ],
  ruleId: [{ value: '01941f29-7c00-7000-8000-000000000003', name: 'Nobody with this userAgent' }],
  bypassKeyId: [{ value: '01941f29-7c00-7000-8000-000000000004', name: 'Nightly tests' }],
  country: [
    { value: 'AT', name: 'Austria' },
    { value: 'DE', name: 'Germany' },
  ],
  language: [
    { value: 'de', name: 'German' },
    { value: 'en', name: 'English' },
  ],
}

export const exampleSaved: SavedFilter[] = [
  {
    id: '01941f29-7c00-7000-8000-000000000011',
    name: 'Blocked in Germany',
    filters: { outcome: ['REFUSED'], country: 'DE' },
    createdAt: '2026-11-18T10:00:00.000Z',
  },
  {
    id: '01941f29-7c00-7000-8000-000000000012',
    name: 'Anmeldungen zum Rundbrief, die nie geprüft wurden',
    filters: { fetched: 'NEVER', action: 'sign-up' },
    createdAt: '2026-11-18T10:00:00.000Z',
  },
]
