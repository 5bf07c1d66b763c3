-- Journal lines belong to their table: `seq` counts the lines of one table, from 0. A table is read back and
-- forgotten by its number alone.
create table journal_by_table (
    place integer not null,
    seq integer not null,
    entry text not null,
    primary key (place, seq)
) without rowid;
insert into journal_by_table (place, seq, entry)
    select place, row_number() over (partition by place order by number) - 1, entry from journal
    order by place, number;
drop table journal;
alter table journal_by_table rename to journal;

-- New lines are appended here and moved into `journal` many at a time: a commit that went straight into `journal`
-- would rewrite one page for each table it touches.
create table journal_tail (
    number integer primary key,
    place integer not null,
    seq integer not null,
    entry text not null
);

-- Answers to requests that changed something and leave no line in the journal: chat.
create table answers (
    id integer primary key,
    person integer not null,
    session integer not null,
    request integer not null,
    answer text not null,
    at integer not null,
    unique (person, session, request)
);
create index answers_by_time on answers (at);
