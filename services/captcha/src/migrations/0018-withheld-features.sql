-- Features that a page could use by itself and that the plan does not have. See `keepWithheld`.
alter table captcha.sites add column withheld_features text[] not null default '{}';
