-- Keys with which a result was taken by customers that name one for each attempt, so that they can try again when an answer got
-- lost. Null for nearly all: most name none.
alter table captcha.redemptions add column idempotency_keys uuid[];
