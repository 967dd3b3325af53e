import type { FilterName } from './log-search.ts'

export interface FilterOption {
  readonly value: string
  readonly name: string
}

/** Lists that depend on the captcha or the language of the page. */
export type FilterOptions = Readonly<
  Record<
    Extract<FilterName, 'environmentId' | 'ruleId' | 'bypassKeyId' | 'country' | 'language'>,
    readonly FilterOption[]
  >
>
