//! A Job for Kubernetes, and the Secret with the store's address, which may hold a password.

use super::{Fleet, TO_FINISH};

pub(super) fn manifest(fleet: &Fleet) -> String {
    let arguments: String =
        fleet.arguments.iter().map(|it| format!("            - {}\n", quoted(it))).collect();
    let (store, image) = (quoted(&fleet.store), quoted(&fleet.image));
    let (workers, jobs, memory) = (fleet.workers, fleet.jobs, fleet.gigabytes);
    let whole = fleet.whole_time().as_secs();
    let finish = TO_FINISH.as_secs();
    // Pods that are evicted are no failures of a worker; each may fail a few times.
    let failures = workers.saturating_mul(4);
    format!(
        "apiVersion: v1
kind: Secret
metadata:
  name: spektr-store
type: Opaque
stringData:
  address: {store}
---
apiVersion: batch/v1
kind: Job
metadata:
  name: spektr
  labels:
    app: spektr
spec:
  completionMode: Indexed
  completions: {workers}
  parallelism: {workers}
  backoffLimit: {failures}
  activeDeadlineSeconds: {whole}
  ttlSecondsAfterFinished: 86400
  template:
    metadata:
      labels:
        app: spektr
    spec:
      restartPolicy: OnFailure
      terminationGracePeriodSeconds: {finish}
      automountServiceAccountToken: false
      securityContext:
        runAsNonRoot: true
        runAsUser: 10001
        runAsGroup: 10001
        fsGroup: 10001
        # The sandbox makes namespaces of its own; the default profile of some container
        # runtimes forbids that even to unprivileged users.
        seccompProfile:
          type: Unconfined
      containers:
        - name: worker
          image: {image}
          args:
{arguments}          env:
            - name: SPEKTR_STORE
              valueFrom:
                secretKeyRef:
                  name: spektr-store
                  key: address
            - name: TMPDIR
              value: /scratch
          resources:
            requests:
              cpu: \"{jobs}\"
              memory: {memory}Gi
            limits:
              cpu: \"{jobs}\"
              memory: {memory}Gi
          securityContext:
            allowPrivilegeEscalation: false
            capabilities:
              drop:
                - ALL
          volumeMounts:
            - name: scratch
              mountPath: /scratch
      volumes:
        - name: scratch
          emptyDir:
            sizeLimit: 8Gi
"
    )
}

/// A string as YAML reads it: JSON is YAML.
fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}
