-- Names of actions come from visitors. They are learnt from a verification that passed, and forgotten when none has for long.
alter table captcha.actions
  add column learned_at timestamptz not null default now(),
  -- The last day (UTC) on which a visitor with this action passed; null where none ever did.
  add column passed_on date;
update captcha.actions a set passed_on = d.day
  from (select site_id, value, max(day) as day from captcha.rollup_daily where dimension = 9 and passed + flagged > 0 group by 1, 2) d
  where d.site_id = a.site_id and d.value = a.number::text;

-- The number that was given last: rows and roll-ups keep numbers, so one that was given before never names anything else.
alter table captcha.sites add column last_action smallint not null default 0;
update captcha.sites s set last_action = (select coalesce(max(a.number), 0) from captcha.actions a where a.site_id = s.id);

-- Whether the customer's server said that the token came from the network that solved the challenge; null where it said
-- nothing, or the two addresses are of different families. No address is kept.
alter table captcha.redemptions add column same_network boolean;
