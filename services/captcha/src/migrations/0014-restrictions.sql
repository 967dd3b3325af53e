alter table captcha.sites
  -- What locks and the life of the solution mean for the site: see `restrictSite`.
  add column restrictions text[] not null default '{}'
    check (restrictions <@ array['WORK_ONLY', 'REFUSE', 'RESULTS_REFUSED', 'READ_ONLY']),
  -- Of the change that was heard last; one that comes late changes nothing.
  add column restriction_number int not null default 0,
  -- Results are refused to keys that were made until then; null: to none.
  add column results_refused_until timestamptz;
