import { useState } from 'preact/hooks';
import {
  type CreatedWebhook,
  createWebhook,
  deleteWebhook,
  type Delivery,
  listDeliveries,
  listWebhooks,
  rotateWebhook,
  setWebhook,
  testWebhook,
  type Webhook,
  WEBHOOK_EVENTS,
} from '../../api/webhooks.js';
import { Secret } from '../../keys/secret.js';
import { Confirm } from '../../parts/confirm.js';
import { DataTable } from '../../parts/data-table.js';
import { Dialog } from '../../parts/dialog.js';
import { fieldOf } from '../../parts/form-field.js';
import { Loaded, useLoaded } from '../../parts/loaded.js';
import { MoreButton, useListed } from '../../parts/more.js';
import { ProblemView } from '../../parts/problem.js';
import { speechWith } from '../../words/language.js';
import words from './webhooks-words.json' with { type: 'json' };

const useWebhooks = speechWith<keyof typeof words.en>(words);

function WebhookForm({ created }: { readonly created: (made: CreatedWebhook) => void }) {
  const { say, name } = useWebhooks();
  const [error, setError] = useState<unknown>(undefined);
  const submit = (event: Event & { readonly currentTarget: HTMLFormElement }) => {
    event.preventDefault();
    const form = event.currentTarget;
    const data = new FormData(form);
    setError(undefined);
    createWebhook({
      url: fieldOf(data, 'url'),
      description: fieldOf(data, 'description'),
      events: WEBHOOK_EVENTS.filter((event_) => data.has(event_)),
    }).then((made) => {
      form.reset();
      created(made);
    }, setError);
  };
  return (
    <details class="card">
      <summary>{say('addWebhook')}</summary>
      <form class="fields" onSubmit={submit}>
        <label>
          {say('webhookUrl')}
          <input type="url" name="url" required maxLength={2000} placeholder="https://hooks.example.org/touchstone" />
        </label>
        <label>
          {say('webhookPurpose')}
          <input name="description" maxLength={200} />
        </label>
        <fieldset>
          <legend>{say('webhookEvents')}</legend>
          {WEBHOOK_EVENTS.map((one) => (
            <label key={one} class="choice">
              <input type="checkbox" name={one} defaultChecked={one === 'test_session.ended'} /> {name('event', one)}
            </label>
          ))}
        </fieldset>
        <button class="main">{say('addWebhook')}</button>
        {error !== undefined && <ProblemView error={error} />}
      </form>
    </details>
  );
}

function DeliveryRow({ one }: { readonly one: Delivery }) {
  const { name, time } = useWebhooks();
  return (
    <tr data-delivery={one.id}>
      <th scope="row">{time(one.created_at)}</th>
      <td>{name('event', one.type)}</td>
      <td>{name('status', one.status)}</td>
      <td class="figure">{one.attempts}</td>
      <td lang="en">{one.last_error ?? one.last_status ?? '–'}</td>
    </tr>
  );
}

/** The last messages of a webhook, and a test. */
function Deliveries({ webhook }: { readonly webhook: Webhook }) {
  const { say } = useWebhooks();
  const deliveries = useLoaded(() => listDeliveries(webhook.id), [webhook.id]);
  const [error, setError] = useState<unknown>(undefined);
  const test = () => {
    setError(undefined);
    testWebhook(webhook.id).then(deliveries.reload, setError);
  };
  const heads = ['when', 'webhookEvents', 'status', 'attempts', 'answerOf'] as const;
  return (
    <>
      <p>
        <button type="button" class="quiet" onClick={test}>
          {say('testIt')}
        </button>
      </p>
      {error !== undefined && <ProblemView error={error} />}
      <Loaded of={deliveries}>
        {({ items }) => (
          <DataTable
            label={say('deliveries')}
            heads={heads.map((head) => say(head))}
            empty={say('noDeliveries')}
            rows={items.map((one) => (
              <DeliveryRow key={one.id} one={one} />
            ))}
          />
        )}
      </Loaded>
    </>
  );
}

interface RowProps {
  readonly webhook: Webhook;
  readonly rotated: (made: CreatedWebhook) => void;
  readonly changed: () => void;
}

function Row({ webhook, rotated, changed }: RowProps) {
  const { say, name, time } = useWebhooks();
  const [isOpen, setIsOpen] = useState(false);
  const [error, setError] = useState<unknown>(undefined);
  const { id, url, description, events, status, failures } = webhook;
  const isActive = status === 'active';
  const toggle = () => {
    setError(undefined);
    setWebhook(id, !isActive).then(changed, setError);
  };
  return (
    <tr data-webhook={id}>
      <th scope="row">
        <code>{url}</code> {description}
      </th>
      <td>{events.map((one) => name('event', one)).join(', ')}</td>
      <td>
        {name('status', status)}
        {failures > 0 && <p class="muted">{say('failuresInARow', { count: failures })}</p>}
      </td>
      <td>{time(webhook.created_at)}</td>
      <td>
        <div class="row start">
          <button type="button" class="quiet" onClick={() => setIsOpen(true)}>
            {say('deliveries')}
          </button>
          <button type="button" class="quiet" onClick={toggle}>
            {say(isActive ? 'pauseWebhook' : 'startWebhook')}
          </button>
          <Confirm
            label={say('rotateKey')}
            question={say('rotateWebhookQuestion')}
            act={() => rotateWebhook(id).then(rotated)}
            done={() => undefined}
          />
          <Confirm
            label={say('deleteWord')}
            question={say('deleteWebhookQuestion')}
            act={() => deleteWebhook(id)}
            done={changed}
          />
        </div>
        {error !== undefined && <ProblemView error={error} />}
        {isOpen && (
          <Dialog title={say('deliveries')} close={() => setIsOpen(false)} class="sheet">
            <Deliveries webhook={webhook} />
          </Dialog>
        )}
      </td>
    </tr>
  );
}

/** The webhooks of the caller; for an administrator those of all. */
export function WebhooksView() {
  const { say } = useWebhooks();
  const [changes, setChanges] = useState(0);
  const [made, setMade] = useState<CreatedWebhook | undefined>();
  const { items, more } = useListed(listWebhooks, [changes]);
  const changed = (secret: CreatedWebhook | undefined) => {
    setMade(secret);
    setChanges((count) => count + 1);
  };
  const heads = ['webhookUrl', 'webhookEvents', 'status', 'when', 'actions'] as const;
  return (
    <>
      <h1>{say('webhooks')}</h1>
      <p class="muted">{say('webhooksPromise')}</p>
      {made !== undefined && (
        <Secret key={made.secret} made={{ name: made.url, key: made.secret }} close={() => setMade(undefined)} />
      )}
      <WebhookForm created={changed} />
      <Loaded of={items}>
        {(webhooks) => (
          <DataTable
            label={say('webhooks')}
            heads={heads.map((head) => say(head))}
            empty={say('noWebhooks')}
            rows={webhooks.map((one) => (
              <Row key={one.id} webhook={one} rotated={changed} changed={() => changed(undefined)} />
            ))}
          />
        )}
      </Loaded>
      <MoreButton more={more} />
    </>
  );
}
