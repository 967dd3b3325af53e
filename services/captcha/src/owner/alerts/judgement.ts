import type { AlertFacts } from '@bollard/contracts'

/**
 * What figures say of an alert. `on`: the bounds are exceeded. `off`: all is well, by a margin. `between`: neither, so an
 * alert that lasts goes on and none begins; without this gap it would come and go with every small change. `unknown`: too
 * little happened to tell.
 */
export interface Judgement<Facts extends AlertFacts = AlertFacts> {
  readonly state: 'on' | 'between' | 'off' | 'unknown'
  readonly facts: Facts
}
