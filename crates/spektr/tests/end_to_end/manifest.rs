//! The manifest of `spektr deploy kubernetes` against the schema that Kubernetes publishes, of an
//! old and of a new version: the files in the directory that `SPEKTR_KUBERNETES_SCHEMA` names,
//! which `.ci/kubernetes-schema` fills. Strict: a field that the schema does not have is refused,
//! as `kubectl --validate=strict` does.

use crate::many::deployed;
use serde_json::{Map, Value};
use std::{env, fs};
use yaml_rust2::{Yaml, YamlLoader};

/// All that are there.
fn schemas() -> Vec<Schema> {
    let Some(directory) = env::var_os("SPEKTR_KUBERNETES_SCHEMA") else {
        println!("skipped: SPEKTR_KUBERNETES_SCHEMA names no directory (.ci/kubernetes-schema)");
        return Vec::new();
    };
    let files = fs::read_dir(directory).expect("a directory");
    let texts = files.map(|file| fs::read_to_string(file.expect("a file").path()));
    let schemas: Vec<Schema> = texts.map(|text| Schema::new(&text.expect("a text"))).collect();
    assert!(!schemas.is_empty(), "no schema there");
    schemas
}

/// Definitions by name.
struct Schema(Map<String, Value>);

impl Schema {
    fn new(text: &str) -> Schema {
        let mut schema: Value = serde_json::from_str(text).expect("a schema");
        match schema["$defs"].take() {
            Value::Object(definitions) => Schema(definitions),
            other => panic!("definitions are {other}"),
        }
    }

    /// What is wrong with a document of the kind that it says it is of.
    fn complaints(&self, document: &Value) -> Vec<String> {
        let kind = document["kind"].as_str().unwrap_or_default();
        let name = match kind {
            "Job" => "io.k8s.api.batch.v1.Job",
            "Secret" => "io.k8s.api.core.v1.Secret",
            _ => return vec![format!("no schema for a {kind:?}")],
        };
        let mut complaints = Vec::new();
        self.check(&self.0[name], document, kind, &mut complaints);
        complaints
    }

    fn check(&self, schema: &Value, value: &Value, at: &str, complaints: &mut Vec<String>) {
        for (keyword, rule) in schema.as_object().expect("a schema is an object") {
            match keyword.as_str() {
                "$ref" => {
                    let path = rule.as_str().expect("a name");
                    let name = path.rsplit('/').next().unwrap_or(path);
                    self.check(&self.0[name], value, at, complaints);
                }
                "type" if !is_of(rule, value) => complaints.push(format!("{at} is no {rule}")),
                "enum" if !rule.as_array().expect("a list").contains(value) => {
                    complaints.push(format!("{at} is none of {rule}"));
                }
                "oneOf" => self.one_of(rule, value, at, complaints),
                "required" => {
                    for name in rule.as_array().expect("a list").iter().filter_map(Value::as_str) {
                        if value.is_object() && value.get(name).is_none() {
                            complaints.push(format!("{at} has no {name}"));
                        }
                    }
                }
                "items" => {
                    for (number, item) in value.as_array().into_iter().flatten().enumerate() {
                        self.check(rule, item, &format!("{at}[{number}]"), complaints);
                    }
                }
                "properties" | "additionalProperties" => {
                    self.members(keyword, schema, value, at, complaints);
                }
                // A format says more than its type for texts only, and none of ours has one.
                "type" | "enum" | "format" | "description" | "default" => {}
                other if other.starts_with("x-kubernetes-") => {}
                other => panic!("the check does not know `{other}`"),
            }
        }
    }

    fn one_of(&self, rules: &Value, value: &Value, at: &str, complaints: &mut Vec<String>) {
        let fits = |rule: &&Value| {
            let mut found = Vec::new();
            self.check(rule, value, at, &mut found);
            found.is_empty()
        };
        if rules.as_array().expect("a list").iter().filter(fits).count() != 1 {
            complaints.push(format!("{at} is not one of {rules}"));
        }
    }

    /// Members that the schema names, or those that it does not name.
    fn members(
        &self,
        keyword: &str,
        schema: &Value,
        value: &Value,
        at: &str,
        complaints: &mut Vec<String>,
    ) {
        for (name, member) in value.as_object().into_iter().flatten() {
            let place = format!("{at}.{name}");
            let named = schema.get("properties").and_then(|it| it.get(name));
            match (keyword, named) {
                ("properties", Some(rule)) => self.check(rule, member, &place, complaints),
                ("additionalProperties", None) => match &schema[keyword] {
                    Value::Bool(true) => {}
                    Value::Bool(false) => complaints.push(format!("{place} is not known")),
                    rule => self.check(rule, member, &place, complaints),
                },
                _ => {}
            }
        }
    }
}

/// Whether a value is of a type, or of one of several.
fn is_of(types: &Value, value: &Value) -> bool {
    match types {
        Value::Array(several) => several.iter().any(|it| is_of(it, value)),
        one => match one.as_str().expect("a name") {
            "object" => value.is_object(),
            "array" => value.is_array(),
            "string" => value.is_string(),
            "boolean" => value.is_boolean(),
            "integer" => value.is_i64() || value.is_u64(),
            "number" => value.is_number(),
            "null" => value.is_null(),
            other => panic!("the check does not know the type `{other}`"),
        },
    }
}

/// YAML as the JSON that Kubernetes makes of it.
fn json(yaml: &Yaml) -> Value {
    match yaml {
        Yaml::String(text) => text.as_str().into(),
        Yaml::Integer(number) => (*number).into(),
        Yaml::Boolean(truth) => (*truth).into(),
        Yaml::Real(number) => number.parse::<f64>().expect("a number").into(),
        Yaml::Array(items) => items.iter().map(json).collect(),
        Yaml::Hash(members) => members
            .iter()
            .map(|(name, value)| (name.as_str().expect("names are texts").to_owned(), json(value)))
            .collect::<Map<_, _>>()
            .into(),
        Yaml::Null => Value::Null,
        Yaml::Alias(_) | Yaml::BadValue => panic!("{yaml:?} in a manifest"),
    }
}

fn documents(manifest: &str) -> Vec<Value> {
    YamlLoader::load_from_str(manifest).expect("it is YAML").iter().map(json).collect()
}

#[test]
fn the_manifest_is_one_by_the_schema_of_kubernetes() {
    let manifest = deployed("kubernetes");
    let documents = documents(&manifest);
    assert_eq!(documents.len(), 2, "{manifest}");
    for schema in schemas() {
        for document in &documents {
            assert_eq!(schema.complaints(document), [""; 0], "{manifest}");
        }
    }
    assert_eq!(documents[0]["stringData"]["address"], "postgres://hunt:it's@db/hunt");
    let job = &documents[1]["spec"];
    assert_eq!((&job["completions"], &job["activeDeadlineSeconds"]), (&5.into(), &5520.into()));
    let arguments = &job["template"]["spec"]["containers"][0]["args"];
    assert_eq!((&arguments[0], &arguments[2]), (&"hunt".into(), &"--worker".into()));
}

/// The check must be able to fail.
#[test]
fn a_manifest_with_a_mistake_is_refused() {
    let (manifest, schemas) = (deployed("kubernetes"), schemas());
    let mistakes = [
        ("parallelism: 5", "paralelism: 5", "Job.spec.paralelism is not known"),
        ("completions: 5", "completions: five", "Job.spec.completions is no "),
        ("batch/v1", "batch/v2", "Job.apiVersion is none of "),
        ("- name: worker", "- title: worker", "containers[0] has no name"),
        ("cpu: \"", "cpu: [\"", "limits.cpu is not one of "),
    ];
    for (right, wrong, words) in mistakes {
        let mut spoiled = manifest.replace(right, wrong);
        if wrong.contains('[') {
            spoiled = spoiled.lines().map(|line| close_bracket(line) + "\n").collect();
        }
        assert_ne!(spoiled, manifest);
        let documents = documents(&spoiled);
        for schema in &schemas {
            let complaints = schema.complaints(&documents[1]).join("\n");
            assert!(complaints.contains(words), "{complaints}");
        }
    }
}

fn close_bracket(line: &str) -> String {
    if line.contains("cpu: [") { format!("{line}]") } else { line.to_owned() }
}
