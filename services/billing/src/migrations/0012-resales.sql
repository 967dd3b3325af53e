-- A reseller's margin is kept as the discounts of customers are. Whoever buys to sell on is no paying customer that a partner brought.
alter table customer_discounts add column is_resale boolean not null default false;
