-- How many retrievals the last statement granted: with `n` it tells how often the result had been taken before, which only
-- PostgreSQL 18 could say by itself.
alter table captcha.redemptions add column granted smallint not null default 1;
