import { type Configuration, readConfiguration } from '../../api/configuration.js';
import { DataTable } from '../../parts/data-table.js';
import { Loaded, useLoaded } from '../../parts/loaded.js';
import { useConfiguration } from './configuration-words.js';
import { ConfigurationVersions } from './configuration-versions.js';
import { SynonymEditor } from './synonym-editor.js';

/** What else is in service: the files, and the parts that have no table. */
function OtherParts({ shown }: { readonly shown: Configuration }) {
  const { say, name } = useConfiguration();
  const parts = { 'intents.json': shown.intents, 'pipeline.json': shown.pipeline };
  return (
    <>
      <section>
        <h2>{say('files')}</h2>
        <p class="muted">{say('filesHelp')}</p>
        <DataTable
          label={say('files')}
          heads={[say('fileName'), say('folder')]}
          empty={say('none')}
          rows={shown.files.map((file) => (
            <tr key={file.name}>
              <th scope="row">
                <code>{file.name}</code>
              </th>
              <td>{name('folder', file.folder)}</td>
            </tr>
          ))}
        />
      </section>
      <section>
        <h2>{say('otherParts')}</h2>
        {Object.entries(parts).map(([file, content]) => (
          <details key={file} class="card">
            <summary>{file}</summary>
            <pre tabIndex={0}>{JSON.stringify(content, null, 1)}</pre>
          </details>
        ))}
      </section>
    </>
  );
}

/** The configuration in service: synonyms edited, versions compared and restored. */
export function ConfigurationView() {
  const { say, time } = useConfiguration();
  const loaded = useLoaded(readConfiguration, []);
  return (
    <>
      <h1>{say('configuration')}</h1>
      <p class="muted">{say('configurationPromise')}</p>
      <Loaded of={loaded}>
        {(shown) => (
          <>
            <p>{say('inService', { version: shown.version, time: time(shown.created_at), note: shown.note })}</p>
            {shown.problem !== null && (
              <p class="card wrong" role="alert">
                {say('filesUnused', { problem: shown.problem })}
              </p>
            )}
            <SynonymEditor key={shown.version} saved={shown} reload={loaded.reload} />
            <ConfigurationVersions current={shown.version} restored={loaded.reload} />
            <OtherParts shown={shown} />
          </>
        )}
      </Loaded>
    </>
  );
}
