import type { Config } from './config.ts'

type Settings = Pick<Config, 'SESSION_REPLAY' | 'PAGE_VIEWS' | 'PERFORMANCE_EVENTS' | 'NODE_ENV'>

/** What the website reports of its visitors. Performance is measured in production only, unless the settings say otherwise. */
export function measuringOf({ SESSION_REPLAY, PAGE_VIEWS, PERFORMANCE_EVENTS, NODE_ENV }: Settings) {
  return {
    sessionReplay: SESSION_REPLAY,
    pageViews: PAGE_VIEWS,
    performance: PERFORMANCE_EVENTS ?? NODE_ENV === 'production',
  }
}
